// Asks the site's own search: `node search.js SITE` reads queries, one a line, and prints the addresses of the three best entries of each, as JSON.
const path = require("path");
const site = path.resolve(process.argv[2]);
const rank = require(path.join(site, "rank.js")), index = require(path.join(site, "search-index.js"));
const queries = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const query of queries) console.log(JSON.stringify(rank(index, query, 3).map(result => result.address)));
