"""`reverie hook HOST EVENT`: what hosts call. The standard library only, and as little of it as will do."""
