"""A child's album: tiles, pictures, stickers and things found by playing. Begin with `tiles`."""
