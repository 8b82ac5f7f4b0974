interface Step {
    int run(int n, String name);

    int end();
}

class Job implements Step {
    public int run(int n, String name) {
        return n + name.length();
    }

    public int end() {
        return run(1, "x");
    }
}
