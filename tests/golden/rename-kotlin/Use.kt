package other

import app.Store
import app.keep

fun run(store: Store): Boolean {
    val made = Store(3)
    return keep(made, 1) && store.keep(2) && keep(store, keep = 3) && "keep ${keep(made, 4)}" != ""
}
