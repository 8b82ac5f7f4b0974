using App;
class Use {
    bool Run(Store store, IKeeper keeper, int Keep) {
        var made = new Store(size: 3) { Size = 4 };
        return store.Keep(1) && keeper.Keep(2) && made.Keep(Keep, nameof(Store.Keep) != "");
    }
}
