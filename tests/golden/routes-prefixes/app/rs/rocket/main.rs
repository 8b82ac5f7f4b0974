#[macro_use]
extern crate rocket;
mod users;

#[launch]
fn rocket() -> _ {
    rocket::build().mount("/rocket", routes![users::list, users::show])
}
