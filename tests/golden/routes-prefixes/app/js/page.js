function drop(id) {
  $.ajax({ url: `/js/users/${id}`, type: 'DELETE' });
}
function load() {
  $.get('/js/users/3');
}
