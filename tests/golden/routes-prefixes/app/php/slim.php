<?php
use Slim\App;
return function (App $app) {
    $app->group('/slim', function (Group $group) {
        $group->get('/{id}', ShowAction::class);
    });
};
class ShowAction
{
    function __invoke() {}
}
