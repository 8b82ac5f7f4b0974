#ifdef X
__global__ void one(int *a) {
#else
__global__ void two(int *a) {
#endif
}
template <class T> __device__ T three(T a) { return a; }
