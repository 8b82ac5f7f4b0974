using Test, M
@testset "core" begin
    @test core(1) == 2
    @testset "inner" begin
        @test core(2) == 3
    end
end
@testset "other" begin
    @test 1 == 1
end
