/* Made by: bench/tune broadhorns 3 simple 400 250 1
 * 75117 moments, 0.7092 for each; a guess has 1.0986. */
#define NEAR_LEAD 3.912F
#define FAR_LEAD 22.839F
static const float weight[] = {
	1.000F,         /* gold */
	1.134F,         /* wreaths */
	0.234F,         /* wreath bonus, if it ended now */
	0.848F,         /* gold of the best voyage */
	-0.618F,        /* a boat that is better given up */
	0.296F,         /* actions left */
	-0.052F,        /* ice */
	1.018F,         /* peddlers */
	0.794F,         /* good current */
	-0.073F,        /* delivery cards */
	-0.057F,        /* fares in the hand */
	-2.124F,        /* without a boat */
	0.764F,         /* choosing a boat */
	0.247F,         /* boxes that could be filled now */
};
