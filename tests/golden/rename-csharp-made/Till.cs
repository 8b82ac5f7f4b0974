class Till
{
    public int Total { get; set; }
    public int Fetch() { return Total * 2; }
}
