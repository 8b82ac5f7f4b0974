<?php
namespace App;

class PhotoController
{
    public function index() {}
    public function destroy($id) {}
    public function old() {}
}
