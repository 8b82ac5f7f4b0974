<?php
class PhotoController
{
    function index() {}
    function show($id) {}
}
class UserController
{
    function update() {}
}
