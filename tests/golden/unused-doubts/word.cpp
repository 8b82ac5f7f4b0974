class Word {
    int operator[](int at) const { return at; }
    int left(int at) const { return at; }
};
int ask(Word word) {
    class Callback { public: int now() { return 1; } } callback;
    class Gone { public: int now() { return 1; } };
    return callback.now();
}
