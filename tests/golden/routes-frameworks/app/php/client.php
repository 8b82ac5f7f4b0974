<?php
function photos() { $client = new \GuzzleHttp\Client(['base_uri' => 'http://localhost/php']); return $client->get('photos'); }
function drop($id) { return Http::delete("http://localhost/php/admin/photos/$id"); }
function older() { $client = new \GuzzleHttp\Client(); return $client->request('GET', 'http://localhost/php/old/photos'); }
