# A thin cover over scripts/, which also run without make.
.PHONY: demo peers test test-torch

demo: ; @scripts/demo
peers: ; @scripts/peers
test: ; @scripts/test
test-torch: ; @scripts/test-torch
