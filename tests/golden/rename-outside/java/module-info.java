module shop {
    uses shop.Codec;
    provides shop.Codec with shop.Plain;
}
