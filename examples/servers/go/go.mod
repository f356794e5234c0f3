module example.com/fulfillment

go 1.25
