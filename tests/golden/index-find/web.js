export function httpGetUser(id) {
  return fetchAll(id)
}

const fetchAll = async (id) => id
