terraform {
  required_version = ">= 1.0"
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}

# The region. More.
variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  name = "sample"
  tags = { a = 1 }
}

resource "aws_instance" "web" {
  ami   = data.aws_ami.base.id
  count = 2

  ebs_block_device {
    device_name = "sda"
  }
}

data "aws_ami" "base" {
  most_recent = true
}

module "vpc" {
  source = "./vpc"
}

output "ip" {
  value = aws_instance.web.ip
}
