use axum::{routing::get, Router};

async fn inner() {}

fn app() -> Router {
    Router::new().nest("/axum", Router::new().route("/inner", get(inner)))
}
