int pick(int a);
