use axum::{routing::{get, post}, Router};

async fn list() {}
async fn create() {}
async fn one() {}
async fn stats() {}

fn api() -> Router {
    Router::new()
        .route("/things", get(list).post(create))
        .route("/things/:id", get(one))
}

fn main() {
    let app = Router::new().nest("/rs", api()).route("/rs-stats", get(stats));
}

#[get("/act/{id}")]
async fn act(id: u32) {}

async fn calls(client: reqwest::Client, id: u32) {
    client.post("http://localhost:3000/rs/things").send().await;
    reqwest::get(format!("http://localhost:3000/rs/things/{}", id)).await;
    client.get("http://localhost:3000/rs-stats").send().await;
    client.delete("http://localhost:3000/rs/things").send().await;
}
