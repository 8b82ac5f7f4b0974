const grpc = require("@grpc/grpc-js");
const { PriceServiceClient } = require("./gen/price_grpc_pb");
const proto = grpc.loadPackageDefinition({}).shop;
const client = new PriceServiceClient("x", grpc.credentials.createInsecure());
function price(cb) { client.getPrice({}, cb); }
const other = new proto.PriceService("x", grpc.credentials.createInsecure());
function prices() { return other.listPrices({}); }
