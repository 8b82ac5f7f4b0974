<?php
use Illuminate\Support\Facades\Route;
use App\PhotoController;

Route::get('/php/photos', [PhotoController::class, 'index']);
Route::prefix('php/admin')->group(function () {
    Route::delete('/photos/{id}', [PhotoController::class, 'destroy']);
});
Route::group(['prefix' => 'php/old'], function () {
    Route::get('photos', 'PhotoController@old');
});
