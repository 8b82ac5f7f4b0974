use actix_web::{get, web, App};

#[get("/{id}")]
async fn show(id: web::Path<u32>) {}

async fn list() {}

fn config(cfg: &mut web::ServiceConfig) {
    cfg.route("/all", web::get().to(list));
}

fn main() {
    App::new()
        .service(web::scope("/actix").service(show))
        .service(web::scope("/set").configure(config));
}
