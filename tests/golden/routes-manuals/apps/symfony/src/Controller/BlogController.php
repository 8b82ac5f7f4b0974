<?php
namespace App\Controller;
use Symfony\Component\Routing\Attribute\Route;
#[Route('/blog', name: 'blog_')]
class BlogController extends AbstractController
{
    #[Route('', name: 'index', methods: ['GET'])]
    public function index() {}
    #[Route('/{slug}', name: 'show', methods: ['GET'], requirements: ['slug' => '[a-z]+'])]
    public function show(string $slug) {}
    #[Route(path: '/new', methods: ['POST', 'PUT'])]
    public function create() {}
    /**
     * @Route("/old/{id<\d+>}", methods={"GET"})
     */
    public function old(int $id) {}
}
