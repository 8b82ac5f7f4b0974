unsigned checksum(unsigned x);
int main(void) { return (int)checksum(1); }
