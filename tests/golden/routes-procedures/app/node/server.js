const grpc = require("@grpc/grpc-js");
const proto = grpc.loadPackageDefinition({}).shop;
function getPrice(call, callback) { callback(null, {}); }
const server = new grpc.Server();
server.addService(proto.PriceService.service, { getPrice: getPrice, listPrices });
function listPrices(call) {}
