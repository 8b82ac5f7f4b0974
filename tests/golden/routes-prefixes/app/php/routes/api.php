<?php
Route::match(['put', 'patch'], 'user', 'UserController@update');
Route::apiResource('photos', PhotoController::class)->only(['index', 'show']);
