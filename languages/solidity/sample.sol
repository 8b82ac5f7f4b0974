// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./Base.sol";
import {IERC20 as Token} from "./IERC20.sol";

uint constant LIMIT = 10;
error Failed(uint code);
struct Pair { uint a; uint b; }
enum Color { Red, Green }
type Price is uint128;

/// A vault. More.
abstract contract Vault is Base, Owned {
    using SafeMath for uint;

    uint256 public total = 0;
    mapping(address => uint) private balances;
    event Deposited(address indexed who, uint amount);
    error Broke();

    struct Entry { address who; uint at; }
    enum State { Open, Closed }

    modifier onlyOpen(uint x) {
        _;
    }

    constructor(address owner) Base(owner) {
        total = 1;
    }

    /// Puts money in.
    function deposit(uint amount)
        external
        payable
        onlyOpen(1)
        returns (bool ok)
    {
        emit Deposited(msg.sender, amount);
        return helper(amount);
    }

    function helper(uint x) internal virtual returns (bool);
    receive() external payable {}
    fallback() external {}
}

interface IVault {
    function deposit(uint amount) external returns (bool);
}

library Maths {
    function add(uint a, uint b) internal pure returns (uint) { return a + b; }
}

function free(uint x) pure returns (uint) { return x; }
