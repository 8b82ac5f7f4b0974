using System;
class Bell {
    public event Action<int> Rung;
    public void Ring(int n) { if (Rung != null) Rung(n); }
}
