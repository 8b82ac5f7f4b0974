export default defineEventHandler(async (event) => {
    return {};
});
