export async function loadUser(id: string) {
    return fetch(`/api/users/${id}`);
}
export async function addOrder() {
    await fetch('/api/orders', { method: 'POST' });
    await fetch('/api/hello');
    await fetch('/api/orders');
    await fetch('/api/items');
}
