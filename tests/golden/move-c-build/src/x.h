int shared(int n);
int server_only(int n);
int in_unix(int n);
int modal(int n);
