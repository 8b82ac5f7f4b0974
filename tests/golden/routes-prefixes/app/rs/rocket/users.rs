#[get("/users")]
pub fn list() {}

#[get("/users/<id>")]
pub fn show(id: u32) {}
