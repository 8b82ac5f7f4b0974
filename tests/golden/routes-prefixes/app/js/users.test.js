const request = require('supertest');
const app = require('./app');

async function logIn() {
  await request(app).post('/js/auth/login');
}
