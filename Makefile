# A thin cover over scripts/, which also run without make.
.PHONY: demo peers test

demo: ; @scripts/demo
peers: ; @scripts/peers
test: ; @scripts/test
