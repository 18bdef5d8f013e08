# A thin cover over scripts/, which also run without make.
.PHONY: demo docs peers test test-torch

demo: ; @scripts/demo
docs: ; @scripts/docs
peers: ; @scripts/peers
test: ; @scripts/test
test-torch: ; @scripts/test-torch
