<?php
class Provider
{
    function map()
    {
        Route::prefix('php')->middleware('api')->group(base_path('routes/api.php'));
    }
}
