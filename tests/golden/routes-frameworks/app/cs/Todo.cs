using Microsoft.AspNetCore.Mvc;

[ApiController]
[Route("cs/[controller]")]
public class TodosController : ControllerBase
{
    [HttpGet("{id:int}")]
    public string Get(int id) => "";

    [HttpPost]
    public string Add() => "";

    [HttpDelete("/cs/all")]
    public string Clear() => "";
}

public static class Api
{
    public static void Map(WebApplication app)
    {
        var group = app.MapGroup("/cs/min");
        group.MapGet("/ping", Ping);
        app.MapPost("/cs/min/pong", () => "x");
    }
    static string Ping() => "";
}

public class Calls
{
    private readonly HttpClient _client;
    Task A(int id) => _client.GetAsync($"cs/todos/{id}");
    Task B() => _client.PostAsJsonAsync("/cs/todos", new {});
    Task C() => _client.GetFromJsonAsync<string>("/cs/min/ping");
    Task D() => _client.DeleteAsync("/cs/all");
    Task E() => _client.DeleteAsync("/cs/todos");
}
