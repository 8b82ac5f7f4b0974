class Gate implements AutoCloseable {
    public void close() { }
    void reopen() { close(); }
}
