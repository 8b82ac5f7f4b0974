class Scope {
    int sum(int[] all) {
        int sum = 0;
        int last = 1;
        for (int j : all) sum += j;
        return sum + last;
    }
}
