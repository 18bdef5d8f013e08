# A thin cover over scripts/, which also run without make.
.PHONY: demo docs peers test

demo: ; @scripts/demo
docs: ; @scripts/docs
peers: ; @scripts/peers
test: ; @scripts/test
