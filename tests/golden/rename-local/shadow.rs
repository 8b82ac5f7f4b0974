fn shadow() -> String {
    let x = 1;
    let x = x + 1;
    { let x = x * 2; drop(x); }
    format!("{x} {}", x)
}
