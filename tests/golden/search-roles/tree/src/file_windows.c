/* Accepts connections of clients. */
int file_accept(int fd)
{
    return fd;
}
