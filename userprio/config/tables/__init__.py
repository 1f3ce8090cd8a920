"""The knobs, family by family; `userprio.config.knobs` joins them."""
