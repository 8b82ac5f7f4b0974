int go(void);
